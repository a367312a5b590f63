/** Numbers and names of rules that screens need; apart from the schemas, which are large. */

/** Rules of one enterprise, of all departments together. */
export const chatRulesMax = 200;
export const ruleGroupsMax = 5;
export const ruleConditionsMax = 10;
export const ruleValuesMax = 20;
export const ruleActsMax = 8;
/** Characters of a word or phrase */
export const ruleWordLimit = 120;
export const ruleNoteLimit = 2000;
/** A day, in minutes */
export const ruleMinutesMax = 1440;

/**
 * Events that rules answer: a customer begins a chat, it enters the queue, it has waited there for some minutes, its customer has written words, somebody
 * has added a label, it is closed.
 */
export const ruleEvents = ['opened', 'queued', 'waits', 'message', 'labelled', 'closed'] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** Facts of the chat that conditions compare. `message` holds for the event of the same name alone. */
export const chatFacts = ['channel', 'department', 'group', 'language', 'priority', 'label', 'message'] as const;
export type ChatFact = (typeof chatFacts)[number];
/** The same with what the enterprise keeps of the customer. */
export const ruleFacts = [...chatFacts, 'attribute'] as const;
export type RuleFact = (typeof ruleFacts)[number];
/** Facts whose values are ids of records. */
export const recordFacts = ['channel', 'department', 'group', 'label'] as const satisfies readonly ChatFact[];

export const ruleMatches = ['all', 'any'] as const;
export type RuleMatch = (typeof ruleMatches)[number];

export const ruleActKinds = ['addLabel', 'removeLabel', 'priority', 'department', 'note', 'webhook', 'tell'] as const;
export type RuleActKind = (typeof ruleActKinds)[number];

/** People whom an act tells: the agent who has the chat, or the manager of its department, administrators where it has none. */
export const ruleListeners = ['owner', 'managers'] as const;

/** Reasons for which an act was not done: `same` means that it was so already. */
export const ruleProblems = ['same', 'gone', 'retired', 'elsewhere', 'full', 'ended', 'owned', 'offered', 'unserved', 'nobody'] as const;
export type RuleProblem = (typeof ruleProblems)[number];
