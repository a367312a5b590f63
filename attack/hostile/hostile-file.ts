/** A file that costs its reader more than it measures. Bytes are made when they are asked for, the same ones each time. */
export type HostileFile = {
  /** Description of what makes it hostile. */
  name: string;
  /** Kind of upload that it is made for; it is sent everywhere else as well. */
  kind: 'csv' | 'zip' | 'json' | 'yaml' | 'pdf' | 'html' | 'image';
  fileName: string;
  contentType: string;
  make: () => Buffer | Promise<Buffer>;
};

export const mega = 1024 * 1024;
