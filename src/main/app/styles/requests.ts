import { z } from "zod";
import { type StyleRequests, styleKinds, styleName } from "../../../shared/styles";

const kind = z.enum(styleKinds);

/** Schemas for the arguments of the requests about style files. */
export const styleRequestSchemas: { [K in keyof StyleRequests]: z.ZodType<Parameters<StyleRequests[K]>[0]> } = {
  "styles:list": kind,
  "styles:read": z.strictObject({ kind, name: z.string().regex(styleName) }),
  "styles:add": kind,
  "styles:show": kind,
};
