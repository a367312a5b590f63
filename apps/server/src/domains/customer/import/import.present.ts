import { showInstant, type UploadRecord, undoDays } from '@parley/contract';
import type { ImportRow } from './import.repository.ts';

const dayMs = 86_400_000;

/** The three states that the specification knows (IMPORT-031). */
function stateOf(phase: ImportRow['phase']): UploadRecord['state'] {
  if (phase === 'failed' || phase === 'cancelled') return 'ERROR';
  return phase === 'completed' || phase === 'undone' ? 'COMPLETED' : 'WAITING';
}

type Undoable = Pick<ImportRow, 'phase' | 'completedAt' | 'acceptedLines' | 'keptCount'>;
/** Deadline for undoing an import; null if it cannot be undone, has changed nothing, or is undone as a whole. */
export function undoUntil({ phase, completedAt, acceptedLines, keptCount }: Undoable): Date | null {
  if (!completedAt || acceptedLines === 0) return null;
  const isOver = phase === 'completed' || phase === 'cancelled' || phase === 'failed' || (phase === 'undone' && keptCount > 0);
  return isOver ? new Date(completedAt.getTime() + undoDays * dayMs) : null;
}

function progressOf(row: ImportRow): number {
  if (row.phase === 'undoing') return row.acceptedLines === 0 ? 1 : Math.min(1, (row.undoneCount + row.keptCount) / row.acceptedLines);
  if (row.phase === 'queued' || row.phase === 'parsed') return 0;
  if (row.phase !== 'running') return 1;
  return row.sizeBytes === 0 ? 1 : Math.min(1, row.byteOffset / row.sizeBytes);
}

export function presentImport(
  row: ImportRow,
  { timeZone, createdBy, now }: { timeZone: string; createdBy: string; now: Date },
): UploadRecord {
  const until = undoUntil(row);
  return {
    uploadId: row.importId,
    file: { name: row.fileName, size: row.sizeBytes },
    state: stateOf(row.phase),
    phase: row.phase,
    totalLines: row.totalLines,
    acceptedLines: row.acceptedLines,
    errorLines: row.errorLines,
    createdCount: row.createdCount,
    replacedCount: row.replacedCount,
    progress: progressOf(row),
    reason: row.reason,
    replace: row.replaces,
    group: row.groupName,
    label: row.labelName,
    startsStreams: row.startsStreams,
    startCount: row.startCount,
    refusedStartCount: row.refusedStartCount,
    leavesOut: row.leavesOut,
    leftOut: row.leftOut.map(({ field, label, count, lines }) => ({ field, label, count, lines })),
    createdBy,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    // IMPORT-008
    completedTimeStr: row.completedAt ? showInstant(row.completedAt, 'instant', timeZone) : '',
    undoUntil: until && until > now ? until.toISOString() : null,
  };
}
