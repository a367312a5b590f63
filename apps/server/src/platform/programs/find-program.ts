import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The file of a program.
 * @param named a path, or a name that is looked for in the folders of `searchPath`, the variable PATH
 * @returns an absolute path; undefined where nothing of the name may be run
 */
export function findProgram(named: string, searchPath = ''): string | undefined {
  const folders = named.includes(path.sep) ? [''] : searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.resolve(folder, named)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
