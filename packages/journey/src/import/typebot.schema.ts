import { z } from '@parley/contract/z';

/** Schemas of a Typebot export (format 6 and 6.1). All other keys pass, since each release adds some. */
const Id = z.string().max(100);
const Comparison = z.object({ variableId: Id.optional(), comparisonOperator: z.string().optional(), value: z.string().optional() });
const Item = z.object({
  id: Id,
  outgoingEdgeId: Id.optional(),
  content: z
    .union([z.string(), z.object({ logicalOperator: z.enum(['AND', 'OR']).optional(), comparisons: z.array(Comparison).optional() })])
    .optional(),
  title: z.string().optional(),
  pictureSrc: z.string().optional(),
  description: z.string().optional(),
  value: z.string().optional(),
  path: z.string().optional(),
  percent: z.number().optional(),
});
export type TypebotItem = z.infer<typeof Item>;
const Block = z.object({
  id: Id,
  type: z.string().max(100),
  outgoingEdgeId: Id.optional(),
  items: z.array(Item).optional(),
  content: z.looseObject({ richText: z.array(z.unknown()).optional(), url: z.string().optional() }).optional(),
  options: z.looseObject({}).optional(),
});
export type TypebotBlock = z.infer<typeof Block>;
const Group = z.object({
  id: Id,
  title: z.string().default(''),
  graphCoordinates: z.object({ x: z.number(), y: z.number() }).optional(),
  blocks: z.array(Block).max(500),
});
export type TypebotGroup = z.infer<typeof Group>;

export const TypebotExport = z.object({
  version: z.string().regex(/^6(\.\d+)?$/),
  name: z.string().default(''),
  events: z.array(z.object({ id: Id, type: z.string(), outgoingEdgeId: Id.optional() })).default([]),
  groups: z.array(Group).max(500),
  edges: z
    .array(
      z.object({
        id: Id,
        from: z.object({ eventId: Id.optional(), blockId: Id.optional(), itemId: Id.optional() }),
        to: z.object({ groupId: Id, blockId: Id.optional() }),
      }),
    )
    .max(2000),
  variables: z.array(z.object({ id: Id, name: z.string().max(200) })).max(500),
});
export type TypebotExport = z.infer<typeof TypebotExport>;
