import type { Handlers } from "../../../shared/contract";
import type { WindowContext } from "../documents/context";
import { outcomeIn } from "../documents/outcome";
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
