import { z } from '@parley/contract/z';
import { DocumentId, refTo, Source, VariableName } from '../../document/fields.ts';

const Named = z.strictObject({ name: z.string().min(1).max(200), value: Source });
const Headers = z.array(Named).max(30).default([]);
export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Number of retries of a call, and the pauses between them: all equal, or each five times as long as the one before. */
export const Retries = z.strictObject({
  most: z.number().int().min(0).max(5),
  seconds: z.number().int().min(1).max(60),
  grows: z.boolean(),
});
export type Retries = z.infer<typeof Retries>;

export const Config = z.strictObject({
  method: z.enum(httpMethods).default('GET'),
  address: Source,
  query: Headers,
  headers: Headers,
  body: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('json'), text: z.string().max(65_536) }),
      z.strictObject({ kind: z.literal('form'), fields: z.array(Named).max(50) }),
    ])
    .default({ kind: 'none' }),
  integration: refTo('integration').nullable().default(null),
  timeoutSeconds: z.number().int().min(1).max(30).default(10),
  /** It may be made twice without harm; GET and HEAD may anyway */
  isSafe: z.boolean().default(false),
  /** Left out: as `usualRetries` says. A default here would change the fingerprint of every stream that has such a node */
  retries: Retries.optional(),
  /** Fields of the answer by their path, such as data.items[0].name */
  picks: z
    .array(z.strictObject({ path: z.string().min(1).max(300), variable: VariableName }))
    .max(30)
    .default([]),
  /** Statuses with an exit of their own */
  statuses: z
    .array(
      z.strictObject({
        id: DocumentId,
        name: z.string().max(60).default(''),
        from: z.number().int().min(100).max(599),
        to: z.number().int().min(100).max(599),
      }),
    )
    .max(20)
    .default([]),
  sample: z.string().max(65_536).default(''),
});
export type Config = z.infer<typeof Config>;
