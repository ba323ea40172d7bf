import type { Handlers } from "../../../shared/contract";
import { outcomeIn, type WindowContext } from "../documents";
import type { ExternalService } from "./external-service";

export function externalHandlers(
  ctx: WindowContext,
  external: Pick<ExternalService, "answer">,
): Pick<Handlers, "external:answer"> {
  const outcome = outcomeIn(ctx);
  return {
    "external:answer": (answer) =>
      outcome(async () => {
        await external.answer(answer);
        return {};
      }),
  };
}
