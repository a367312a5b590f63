import { z } from '@parley/contract/z';
import { DocumentId, Language, LocalText, refTo, Source, VariableName } from './fields.ts';
import { documentFormat, formatVersion } from './format-version.ts';
import { limits } from './limits.ts';
import { Node } from './node.ts';

export const documentKinds = ['journey', 'encap', 'form', 'flow'] as const;
export const variableTypes = ['Text', 'Number', 'Boolean', 'Date', 'Media', 'Location', 'List', 'Map'] as const;
export type VariableType = (typeof variableTypes)[number];

export const Variable = z.strictObject({
  name: VariableName,
  type: z.enum(variableTypes),
  /** An expression over nothing but itself, such as "EUR" or [1, 2]; '' for Empty */
  default: Source.default(''),
  /** Masked in reports, logs and traces, sealed where it is kept, and erased at the end */
  isSensitive: z.boolean().default(false),
  /** The customer's attribute that gets its value */
  saveTo: refTo('attribute').nullable().default(null),
});
export type Variable = z.infer<typeof Variable>;

const Words = z.array(z.string().min(1).max(60)).max(20).default([]);
/** Words of the whole stream. `menu` leads to a node, `agent` hands over to a department, `stop` ends the instance. */
const GlobalWords = z.strictObject({
  menu: z.strictObject({ node: z.union([DocumentId, z.literal('')]).default(''), words: Words }).prefault({}),
  agent: z.strictObject({ department: refTo('department').nullable().default(null), words: Words }).prefault({}),
  stop: z.strictObject({ words: Words }).prefault({}),
});

export const Settings = z.strictObject({
  channels: z.array(refTo('channel')).max(50).default([]),
  /** The higher one gets a word that two streams claim, and may interrupt the other */
  priority: z.number().int().min(0).max(9).default(5),
  purpose: z.enum(['utility', 'marketing', 'authentication']).default('utility'),
  reentry: z.enum(['never', 'days', 'one', 'many']).default('one'),
  reentryDays: z.number().int().min(1).max(limits.lifeDays).default(30),
  /** Key of the walk for `many`: an expression over the values it was started with, such as entry.order */
  entryKey: Source.default(''),
  onSecond: z.enum(['ignore', 'restart']).default('ignore'),
  /** True if another stream's keyword may take the conversation over */
  mayBeInterrupted: z.boolean().default(true),
  /** Seconds that it waits to ask while a stream talks that it may not interrupt */
  busySeconds: z.number().int().min(0).max(86_400).default(3600),
  inactivity: z
    .strictObject({
      seconds: z
        .number()
        .int()
        .min(60)
        .max(limits.lifeDays * 86_400)
        .default(86_400),
      /** A reminder before it, once; null for none */
      reminder: z
        .strictObject({ seconds: z.number().int().min(60), text: LocalText })
        .nullable()
        .default(null),
      text: LocalText.default({}),
    })
    .prefault({}),
  lifeDays: z.number().int().min(1).max(limits.lifeDays).default(90),
  retries: z.number().int().min(0).max(10).default(2),
  errorText: LocalText.default({}),
  /** Answer to a press of a question that is not open any more */
  closedText: LocalText.default({}),
  /** While it is paused, once */
  pauseText: LocalText.default({}),
  agentTalks: z.enum(['hold', 'send']).default('hold'),
  onOptOut: z.enum(['end', 'go on']).default('end'),
  words: GlobalWords.prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const Edge = z.strictObject({ from: DocumentId, exit: z.string().min(1).max(20), to: DocumentId });
export type Edge = z.infer<typeof Edge>;

export const Point = z.tuple([z.number(), z.number()]);
/** Width and height of a note that somebody has made larger or smaller */
const NoteSize = z.tuple([z.number().min(120).max(1200), z.number().min(80).max(1200)]);
export const Document = z.strictObject({
  format: z.literal(documentFormat),
  formatVersion: z.literal(formatVersion),
  kind: z.enum(documentKinds),
  id: z.string().max(64),
  name: z.string().min(1).max(120),
  languages: z.array(Language).min(1).max(limits.languages),
  /** The node that a stream begins with; '' in a draft that has none */
  start: z.union([DocumentId, z.literal('')]),
  settings: Settings.prefault({}),
  variables: z.array(Variable).max(limits.variables).default([]),
  nodes: z.array(Node).max(limits.nodes).default([]),
  edges: z.array(Edge).max(limits.edges).default([]),
  milestones: z
    .array(z.strictObject({ id: DocumentId, name: z.string().min(1).max(60) }))
    .max(limits.milestones)
    .default([]),
  /** Positions of nodes on the canvas; like notes, no part of a version */
  layout: z.record(DocumentId, Point).default({}),
  notes: z
    .array(z.strictObject({ id: DocumentId, text: z.string().max(2000), at: Point, size: NoteSize.optional() }))
    .max(limits.notes)
    .default([]),
});
export type Document = z.infer<typeof Document>;

/** A stream that has been named, and nothing else. */
export const emptyDocument = (id: string, name: string, language: string): Document =>
  Document.parse({ format: documentFormat, formatVersion, kind: 'journey', id, name, languages: [language], start: '' });
