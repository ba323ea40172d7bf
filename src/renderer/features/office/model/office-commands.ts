import type { Command } from "../../../../shared/contract";
import type { createOfficeExport } from "./office-export";
import type { createOfficeFind } from "./office-find";
import type { createOfficeReview } from "./office-review";
import type { createOfficeSaving } from "./office-saving";

type Deps = {
  exporting: ReturnType<typeof createOfficeExport>;
  find: ReturnType<typeof createOfficeFind>;
  saving: Pick<ReturnType<typeof createOfficeSaving>, "undo" | "redo">;
  review: ReturnType<typeof createOfficeReview>;
};

/** Runs a command of the menu that applies to every Office document; false if it is none. */
export function runOfficeCommand(command: Command, { exporting, find, saving, review }: Deps): boolean {
  switch (command) {
    case "export-pdf":
      void exporting.start("pdf");
      return true;
    case "export-html":
      void exporting.start("html");
      return true;
    case "export-markdown":
      void exporting.start("md");
      return true;
    case "export-text":
      void exporting.start("txt");
      return true;
    case "export-other-office":
      void exporting.startOther();
      return true;
    case "open-in-program":
      void exporting.openInProgram();
      return true;
    case "find":
      find.open();
      return true;
    case "find-next":
    case "find-previous":
      find.step(command === "find-next" ? 1 : -1);
      return true;
    case "undo":
    case "redo":
      void saving[command]();
      return true;
    default:
      return review.run(command);
  }
}
