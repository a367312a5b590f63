import type { Export } from '@parley/contract';

const exportId = '00000000-0000-4000-8000-0000000000e1';
export const exportCall = 'POST /e/enterprise/exports';
/** The link that a short list is saved by. */
export const exportLink = `/e/enterprise/exports/${exportId}/file`;

/** An export as the server answers it. */
export const makeExport = (change: Partial<Export> = {}): Export => ({
  id: exportId,
  kind: 'messages',
  name: 'list.csv',
  state: 'ready',
  rows: 2,
  total: 2,
  sizeBytes: 120,
  fault: '',
  downloads: 0,
  createdAt: '2026-03-01T09:00:00.000Z',
  finishedAt: '2026-03-01T09:00:01.000Z',
  expiresAt: '2026-03-08T09:00:01.000Z',
  ...change,
});
