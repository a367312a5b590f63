/** Exit code of a process that refuses its configuration (EX_CONFIG of sysexits.h): a restart changes nothing. */
export const configurationExit = 78;
