/** The process in which the Office documents that are open are read and worked on. */
import { serveWorker } from "../../engine/worker";
import { createOfficeModels } from "./office-models";

serveWorker(createOfficeModels());
