/** Only places inside the console: a link is data, and data does not choose another host. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
