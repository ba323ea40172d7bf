/** The process in which packages are read and written. */
import { serveWorker } from "../../worker/serve-worker";
import { packageJobs } from "./package-jobs";

serveWorker(packageJobs);
