/** The field that has the path of an own entry's file, relative to its folder. */
export const FILE_FIELD = "file";
