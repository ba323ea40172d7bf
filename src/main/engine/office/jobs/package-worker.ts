/** The process in which packages are worked on. */
import { serveWorker } from "../../worker/serve-worker";
import { packageJobs } from "./package-jobs";

serveWorker(packageJobs);
