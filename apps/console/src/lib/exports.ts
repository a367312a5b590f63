import type { ExportKind } from '@parley/contract';
import { commonWords } from '../locales/common.ts';
import { api } from './api.ts';
import { downloadFile } from './download.ts';
import { showToast } from './toasts.ts';

type Filter = Record<string, string | string[]>;

/** Parameters of the address of a list's download; a name that stands in it several times is a list. */
function filterOf(path: string): Filter {
  const { searchParams } = new URL(path, location.origin);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

export const exportFilePath = (exportId: string): string => `/e/enterprise/exports/${exportId}/file`;

/**
 * Makes a file of a list. A short one is saved at once; a long one is made in the background, which its user is told of.
 * @param path the address of the list's download, with its filters
 * @param params what stands in the path itself
 */
export async function exportList(kind: ExportKind, path: string, params: Record<string, string> = {}): Promise<void> {
  const made = await api.exports.start({ body: { kind, filter: { ...filterOf(path), ...params }, requestKey: crypto.randomUUID() } });
  if (made.state === 'ready') await downloadFile(exportFilePath(made.id), made.name);
  else showToast('info', commonWords.block('exportInBackground'));
}
