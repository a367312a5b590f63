/** Where embedded database, files, key and kept mails are, unless DATA_DIR names another folder. */
export const defaultDataDir = './data';
