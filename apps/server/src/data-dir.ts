/** Folder of the embedded database, files, key and kept mails, unless DATA_DIR names another one. */
export const defaultDataDir = './data';
