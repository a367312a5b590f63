/**
 * The list of all kinds of nodes, in the order of the palette. A new kind is a line here and a folder of its name, here and in the designer;
 * `npm run nodes` makes the tables of their parts.
 */
export const nodeTypes = [
  'message.text',
  'message.media',
  'message.buttons',
  'message.list',
  'message.template',
  'message.card',
  'message.location',
  'input.text',
  'input.number',
  'input.date',
  'input.phone',
  'input.email',
  'input.choice',
  'input.media',
  'input.location',
  'input.form',
  'logic.condition',
  'logic.switch',
  'logic.split',
  'logic.wait',
  'logic.open',
  'logic.loop',
  'logic.goto',
  'logic.stream',
  'data.set',
  'data.customer',
  'data.sets',
  'data.http',
  'data.query',
  'data.speech',
  'talk.skill',
  'talk.knowledge',
  'talk.department',
  'talk.end',
  'mark.milestone',
  'mark.note',
  'mark.end',
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** Tells whether a node asks a customer for something. */
export const isQuestion = ({ type }: { type: NodeType }): boolean => type.startsWith('input.');
