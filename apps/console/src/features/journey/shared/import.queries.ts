import { endpoints, type JourneyImport } from '@parley/contract';
import { api } from '../../../lib/api.ts';
import type { DrawnKind } from './designer-frame.ts';
import { useJourneyCall } from './journey.queries.ts';

type Imported = { file: File; onProgress: (ratio: number) => void };
/** Apart from the other calls of streams: it brings the whole contract, which most screens do without. */
export const useImportDrawing = (kind: DrawnKind) =>
  useJourneyCall(({ file, onProgress }: Imported) => {
    const form = new FormData();
    form.append('file', file);
    return api.sendForm<JourneyImport>(endpoints[kind === 'encap' ? 'encaps' : 'journeys'].import.path, form, { onProgress });
  });
