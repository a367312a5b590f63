import { z } from '@parley/contract/z';
import { DocumentId, Source } from '../../document/fields.ts';
import { limits } from '../../document/limits.ts';

export const caseOperators = ['is', 'between', 'contains', 'matches', 'inGroup'] as const;

const Case = z.strictObject({
  id: DocumentId,
  name: z.string().max(60).default(''),
  operator: z.enum(caseOperators),
  values: z.array(Source).min(1).max(20),
});

export const Config = z.strictObject({ value: Source, cases: z.array(Case).min(1).max(limits.cases) });
export type Config = z.infer<typeof Config>;
