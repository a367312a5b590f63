import { saveBlob } from './save-blob.ts';

/** Has the browser save a text that is here already as a file. */
export const saveText = (name: string, text: string, type: string): void => saveBlob(name, new Blob([text], { type }));
