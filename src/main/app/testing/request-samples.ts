import type { RequestName } from "../../../shared/contract";
import { requestSchemas } from "../requests";
import { samplesOf } from "./hostile-arguments";

/** Valid arguments of every request of the contract, so that no request can be forgotten. */
export const requestSamples = (Object.keys(requestSchemas) as RequestName[]).map((name) => ({
  name,
  arguments: samplesOf(requestSchemas[name]).map(({ argument }) => argument),
}));
