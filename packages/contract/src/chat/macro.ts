import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, requiredText, Version } from '../fields.ts';
import { z } from '../z.ts';
import { MacroFacts } from './macro-facts.ts';
import { macroLetterPattern, macroStepsMax } from './macro-kinds.ts';
import { MacroStep } from './macro-steps.ts';

export const macroScopes = ['own', 'department', 'enterprise'] as const;
export type MacroScope = (typeof macroScopes)[number];

/** Several acts on a chat that are done together. */
export const Macro = z
  .object({
    id: Id,
    scope: z.enum(macroScopes),
    /** Empty: of no department */
    deptId: z.string(),
    name: z.string(),
    /** Runs it behind M; empty: no key does */
    letter: z.string(),
    steps: z.array(MacroStep),
    /** Position from 0, in its scope */
    order: z.number(),
    version: z.number(),
  })
  .meta({ id: 'Macro' });
export type Macro = z.infer<typeof Macro>;

const MacroSave = z.object({
  name: requiredText(80),
  letter: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.union([z.literal(''), z.string().regex(macroLetterPattern, faultTexts['macro.letter'])]))
    .default(''),
  steps: z.array(MacroStep).min(1, faultTexts['macro.empty']).max(macroStepsMax),
});
const Choice = z.union([Id, z.literal('')]).default('');
const Scope = z.object({ scope: z.enum(macroScopes).default('own'), deptId: Choice });

const tag = 'Macros';
const base = '/e/enterprise/macros';
const MacroParams = z.object({ macroId: Id });
const OfChat = z.object({ chatId: Id, macroId: Id });
/** Own macros are their user's; those of a department or of all are for who configures chats. The service tells them apart. */
const makers = ['CHAT.HANDLE', 'CHAT.CHAT_CONFIG'] as const;
const handle = screens.conversation.permissions;

export const macroEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Macros of a scope in their order; or with a chat all that may be run in it, the own ones first',
    tag,
    access: makers,
    query: Scope.extend({ chatId: Choice }),
    answer: z.array(Macro),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a macro at the end of its scope',
    audit: leaves('macro', 'create'),
    tag,
    access: makers,
    body: MacroSave.extend(Scope.shape),
    answer: Macro,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the macros of a scope into an order',
    audit: leaves('macro', 'move'),
    tag,
    access: makers,
    /** All of the scope, each once. */
    body: Scope.extend({ ids: formList(Id) }),
    answer: z.array(Macro),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:macroId`,
    summary: 'One macro',
    tag,
    access: makers,
    params: MacroParams,
    answer: Macro,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:macroId`,
    summary: 'Change a macro',
    audit: leaves('macro', 'edit'),
    tag,
    access: makers,
    params: MacroParams,
    body: MacroSave.extend({ version: Version }),
    answer: Macro,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:macroId`,
    summary: 'Delete a macro',
    audit: leaves('macro', 'delete'),
    tag,
    access: makers,
    params: MacroParams,
    answer: z.null(),
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/macro/:macroId',
    summary: 'A macro with all that decides whether its steps can be done in a chat now',
    tag,
    access: handle,
    params: OfChat,
    answer: z.object({ macro: Macro, facts: MacroFacts }),
  }),
  run: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/macro/:macroId',
    summary: 'Do all steps of a macro in a chat, or none; a repeat with the same key does nothing more',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    params: OfChat,
    /** seen: the highest number on the caller's screen; version: of the macro that the caller has looked at */
    body: z.object({
      requestKey: requiredText(64),
      seen: formNumber(0, 2_000_000_000),
      version: Version,
      force: formBoolean.default(false),
    }),
    answer: z.object({ done: z.number() }),
  }),
};
