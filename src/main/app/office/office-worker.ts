/** Entry point of the process that parses Office documents. */
import { serveWorker } from "../../engine/worker";
import { createOfficeModels } from "./office-models";

serveWorker(createOfficeModels());
