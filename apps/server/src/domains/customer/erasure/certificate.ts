import type { ErasureCertificate } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import type { ErasureRow } from './erasure.repository.ts';

/** The data that stays after an erasure, in words that the person who asked for it can read. */
const kept = ({ keepOptOut }: Pick<ErasureRow, 'keepOptOut'>): ErasureCertificate['kept'] => [
  { what: 'Counts, times, states and costs of chats and messages', why: 'Reports and accounts stay as they were; they name nobody.' },
  { what: 'Entries of the audit trail without their details', why: 'The chain proves that nothing else was changed.' },
  ...(keepOptOut
    ? [{ what: 'A keyed hash of each address that had refused messages', why: 'Nobody writes to it again after a new import.' }]
    : []),
  { what: 'Backups of the database and of the files', why: 'They are deleted by age; see "Backups and erasure" in OPERATIONS.' },
];

/** The text that is signed, as RFC 8785 writes it. */
export const certificateText = (row: ErasureRow, enterpriseName: string, finishedAt: Date): string =>
  canonical({
    format: 'parley-erasure-v1',
    erasureId: row.erasureId,
    enterprise: { id: row.enterpriseId, name: enterpriseName },
    customerId: row.customerId,
    requestedBy: { id: row.requestedBy, name: row.requestedByName },
    reason: row.reason,
    startedAt: row.requestedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    erased: row.counts,
    kept: kept(row),
  } satisfies ErasureCertificate);
