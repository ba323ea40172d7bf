/** Open folders that are members of shared folders. */

export { SharingService } from "./sharing-service";
