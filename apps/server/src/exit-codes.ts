/** What a process that refuses its configuration ends with (EX_CONFIG of sysexits.h): starting it again changes nothing. */
export const configurationExit = 78;
