/** Numbers and names of tools that screens need; apart from the schemas, which are large. */

/**
 * Deeds of a tool: a call of a saved service, a stream that talks with the customer, the hand-over to a person, the customer's fields in the
 * phone book read or written.
 */
export const toolKinds = ['service', 'stream', 'handOver', 'readCustomer', 'writeCustomer'] as const;
export type ToolKind = (typeof toolKinds)[number];
export const toolFieldTypes = ['string', 'number', 'boolean', 'enum'] as const;
export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Values that the server fills in and a model never sees. */
export const boundSources = ['customerId', 'number', 'chatId'] as const;
/** Type of a stream's variable that an input of each type fills. */
export const toolVariableTypes = { string: 'Text', enum: 'Text', number: 'Number', boolean: 'Boolean' } as const;
export const toolConfirms = ['none', 'customer', 'agent'] as const;
export type ToolConfirm = (typeof toolConfirms)[number];
/** `UNKNOWN`: the request has left, and nobody knows what it did. */
export const toolCallStates = ['PROPOSED', 'READY', 'TAKEN', 'DONE', 'FAILED', 'DENIED', 'UNKNOWN'] as const;
export type ToolCallState = (typeof toolCallStates)[number];

/** Tools of one bot, inputs of one tool, choices of one input. */
export const botToolsMax = 20;
export const toolFieldsMax = 20;
export const toolOptionsMax = 30;
export const boundInputsMax = 5;
/** Parts of an answer that a model reads. */
export const toolPicksMax = 20;
/** Characters of an input's value. */
export const toolValueMax = 500;

/** Bounds of one turn. The tokens are reckoned by the bytes that go to and fro. */
export const toolTurn = { callsAtOnce: 5, rounds: 8, seconds: 60, tokens: 20_000, answerBytes: 16_384 } as const;
/** Bounds of a tool's own limits and timeout, and their values at first. */
export const toolLimits = {
  chat: { most: 100, initial: 10 },
  customer: { most: 1000, initial: 20 },
  day: { most: 100_000, initial: 1000 },
  seconds: { most: 20, initial: 10 },
  /** Time of a stream, which waits for the customer */
  minutes: { most: 1440, initial: 30 },
} as const;

export const toolNamePattern = /^[a-z][a-zA-Z0-9_]{0,39}$/;
