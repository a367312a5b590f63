import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botLanguages, botTag, nlp } from './bot.ts';
import { longestUtterance } from './intent.ts';

export const trainingTexts = {
  building: 'Please wait while we are building the knowledge base!!',
  trained: 'Agent trained successfully',
  goesOn: 'The training goes on in the background.',
  asks: 'The new model does worse in your tests. Compare the results and decide whether the new model takes over.',
  nothing: 'There is nothing to train: add intents with phrases, or knowledge.',
  interrupted: 'The training was interrupted. Train again.',
} as const;
/** Models that can be restored (screens 5). */
export const keptVersions = 5;

export const trainingPhases = ['QUEUED', 'RUNNING', 'ASKING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export const trainingSteps = ['checking', 'reading', 'training', 'evaluating', 'testing', 'switching'] as const;

export const TrainingIssue = z.object({
  kind: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  intents: z.array(z.string()),
  texts: z.array(z.string()),
});
export type TrainingIssue = z.infer<typeof TrainingIssue>;

export const TestResult = z.object({
  testId: Id,
  name: z.string(),
  isPassed: z.boolean(),
  /** Per line: what was wanted and what came. */
  turns: z.array(z.object({ say: z.string(), wanted: z.string(), got: z.string(), confidence: z.number(), isPassed: z.boolean() })),
});
export type TestResult = z.infer<typeof TestResult>;

export const TrainingReport = z
  .object({
    phraseCount: z.number(),
    intentCount: z.number(),
    passageCount: z.number(),
    modelType: z.string(),
    foldCount: z.number(),
    /** Accuracy on phrases that the model had not seen, 0 to 1. */
    accuracy: z.number(),
    threshold: z.number(),
    /** Share of in-scope phrases below the threshold. */
    falseRejection: z.number(),
    intents: z.array(
      z.object({ name: z.string(), phraseCount: z.number(), correctCount: z.number(), precision: z.number(), recall: z.number() }),
    ),
    /** Cells of the confusion matrix off its diagonal; an empty `predicted` is out of scope. */
    confusions: z.array(z.object({ intent: z.string(), predicted: z.string(), count: z.number(), phrases: z.array(z.string()) })),
    /** Twenty bins of confidence. */
    histogram: z.array(z.object({ from: z.number(), inScope: z.number(), outOfScope: z.number() })),
    learningCurve: z.array(z.object({ share: z.number(), phraseCount: z.number(), accuracy: z.number() })),
    /** Phrases that the others of their intent do not support, the worst first. */
    suspects: z.array(z.object({ text: z.string(), intent: z.string(), predicted: z.string(), confidence: z.number() })),
    tests: z.array(TestResult),
    issues: z.array(TrainingIssue),
    /** Phrases behind `outOfScope` of the histogram, each judged by a model that did not know its intent. */
    outsiderCount: z.number(),
    tookMs: z.number(),
    modelBytes: z.number(),
  })
  .meta({ id: 'TrainingReport' });
export type TrainingReport = z.infer<typeof TrainingReport>;

export const Training = z
  .object({
    id: Id,
    phase: z.enum(trainingPhases),
    step: z.enum(trainingSteps),
    progress: z.number(),
    reason: z.string(),
    requestedBy: z.string(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    versionId: Id.nullable(),
  })
  .meta({ id: 'Training' });
export type Training = z.infer<typeof Training>;

export const BotVersion = z
  .object({
    id: Id,
    number: z.number(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    isServing: z.boolean(),
    canRestore: z.boolean(),
    modelType: z.string(),
    intentCount: z.number(),
    phraseCount: z.number(),
    passageCount: z.number(),
    accuracy: z.number(),
    testsPassed: z.number(),
    testsFailed: z.number(),
    modelBytes: z.number(),
    /** Its data is still kept. */
    hasData: z.boolean(),
  })
  .meta({ id: 'BotVersion' });
export type BotVersion = z.infer<typeof BotVersion>;

const NamesChanged = z.object({ added: z.array(z.string()), changed: z.array(z.string()), removed: z.array(z.string()) });
/** Changes that the data of a version makes in the editor, by name. */
export const DataRestore = z
  .object({ number: z.number(), intents: NamesChanged, entities: NamesChanged, tools: NamesChanged, hasOtherSettings: z.boolean() })
  .meta({ id: 'DataRestore' });
export type DataRestore = z.infer<typeof DataRestore>;

/** Name that tests use for an answer that is no intent's. */
export const testOutOfScope = '-';
/** A parameter or an entity by its name, and its value or the words that it is said in: 'tomorrow' is another day every day. */
export const TestValue = z.object({ name: requiredText(100), value: requiredText(1000) });
export type TestValue = z.infer<typeof TestValue>;
export const mostTestValues = 20;

/** A saved phrase is a test of one line, a conversation one of several. */
export const BotTest = z
  .object({
    id: Id,
    name: z.string(),
    turns: z.array(z.object({ say: z.string(), intent: z.string(), reply: z.string(), values: z.array(TestValue) })),
    version: z.number(),
  })
  .meta({ id: 'BotTest' });
export type BotTest = z.infer<typeof BotTest>;
export const BotTestSave = z.object({
  id: z.union([Id, z.literal('')]).optional(),
  name: text(200).default(''),
  version: Version.optional(),
  turns: z
    .array(
      z.object({
        say: requiredText(longestUtterance),
        /** Name of the intent that is to be recognised; '-' for out of scope; empty when it does not matter. */
        intent: text(200).default(''),
        /** Words that the answer must hold; empty when they do not matter. */
        reply: text(1000).default(''),
        /** Values that the line must fill or name. */
        values: z.array(TestValue).max(mostTestValues).default([]),
      }),
    )
    .min(1)
    .max(50),
});

export const UnansweredGroup = z.object({
  label: z.string(),
  count: z.number(),
  turnIds: z.array(Id),
  texts: z.array(z.string()),
  /** Nearest intent, with its likeness. */
  suggestion: z.object({ intentId: Id, name: z.string(), confidence: z.number() }).nullable(),
  lastAt: z.iso.datetime(),
});
export type UnansweredGroup = z.infer<typeof UnansweredGroup>;

export const BotMap = z.object({
  stories: z.array(
    z.object({
      id: Id,
      name: z.string(),
      intents: z.array(
        z.object({
          id: Id,
          name: z.string(),
          phraseCount: z.number(),
          parameters: z.array(z.object({ name: z.string(), entity: z.string(), required: z.boolean() })),
          response: z.string(),
          handsOver: z.boolean(),
          /** Saved tests that expect this intent. */
          testCount: z.number(),
        }),
      ),
    }),
  ),
});
export type BotMap = z.infer<typeof BotMap>;

export const importFormats = ['csv', 'xlsx', 'json', 'rasa', 'dialogflow'] as const;
export const exportFormats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Parts that are exported: intents with their phrases, or entities with their values. */
export const exportParts = ['intents', 'entities'] as const;
export type ExportPart = (typeof exportParts)[number];
/** Most rows of a workbook, read or written: more are for a CSV, which is not held in memory as a whole. */
export const mostWorkbookRows = 50_000;
export const importKinds = ['left', 'changed', 'taken'] as const;
export const importParts = ['intent', 'phrase', 'parameter', 'answer', 'context', 'entity', 'agent', 'row', 'file'] as const;
/** Result for one part of an imported file: taken as it is, changed, or left out. */
export const ImportEntry = z.object({
  kind: z.enum(importKinds),
  part: z.enum(importParts),
  name: z.string(),
  /**
   * Place in the file: a line ("line 12", "data/nlu.yml line 12") or a file with a JSON pointer ("intents/Book.json#/responses/0"); '' for
   * the whole file.
   */
  place: z.string(),
  message: z.string(),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/** More entries than these are counted and not listed. */
export const mostImportEntries = 2000;
export const ImportOutcome = z.object({
  format: z.enum(importFormats),
  intentsAdded: z.number(),
  intentsExtended: z.number(),
  phrasesAdded: z.number(),
  phrasesSkipped: z.number(),
  entitiesAdded: z.number(),
  /** Entries for what was left, changed and taken, in this order; at most `mostImportEntries`. */
  report: z.array(ImportEntry),
  /** Number of entries of each kind, listed or not. */
  reportCounts: z.object({ left: z.number(), changed: z.number(), taken: z.number() }),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;
/** Small bots that an empty one can begin with. */
export const botExamples = ['shop', 'appointment'] as const;
export type BotExample = (typeof botExamples)[number];
export const trainingDataLimitBytes = 60 * 1024 * 1024;
export const mostPhrases = 100_000;

const base = `${nlp}/agent/:agentId`;
const VersionParams = BotParams.extend({ versionId: Id });
const common = { tag: botTag, access: 'session' } as const;

export const trainingEndpoints = {
  train: defineEndpoint({
    ...common,
    access: builderPermissions,
    changes: 'something',
    method: 'GET',
    path: `${base}/train`,
    summary: 'Train a bot: answers when the training is over, or after 30 s that it goes on; a second request joins the first',
    audit: leaves('training', 'train'),
    perMinute: 30,
    params: BotParams,
    answer: Training,
  }),
  current: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/training`,
    summary: 'The last training of a bot, with its report once there is one',
    params: BotParams,
    answer: z.object({
      training: Training.nullable(),
      report: TrainingReport.nullable(),
      /** Tests that passed before, for a training that asks. */
      passedBefore: z.array(Id),
    }),
  }),
  decide: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/training/:trainingId/decide`,
    summary: 'Let a model that does worse in the tests take over, or drop it; also stops a training that is on its way',
    audit: leaves('training', 'publish'),
    params: BotParams.extend({ trainingId: Id }),
    body: z.object({ isAccepted: formBoolean }),
    answer: Training,
  }),
  checks: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/checks`,
    summary: 'What is wrong with the training data: duplicates, conflicts, too few phrases, unreadable sources',
    params: BotParams,
    answer: z.object({ issues: z.array(TrainingIssue) }),
  }),
  versions: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/versions`,
    summary: 'Versions of a bot, the newest first',
    params: BotParams,
    answer: z.object({ versions: z.array(BotVersion) }),
  }),
  report: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/versions/:versionId/report`,
    summary: 'Evaluation of one version',
    params: VersionParams,
    answer: z.object({ version: BotVersion, report: TrainingReport }),
  }),
  restore: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/versions/:versionId/restore`,
    summary: 'Let an earlier version serve again',
    audit: leaves('training', 'roll_back'),
    params: VersionParams,
    answer: BotVersion,
  }),
  previewData: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/versions/:versionId/data`,
    summary: "What the editor would lose and win by a version's data",
    params: VersionParams,
    answer: DataRestore,
  }),
  restoreData: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/versions/:versionId/data`,
    summary: 'Make intents, phrases, entities and settings of the editor those of a version; what serves stays',
    audit: leaves('bot_data', 'restore'),
    params: VersionParams,
    answer: DataRestore,
  }),
  tests: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/tests`,
    summary: 'Saved test phrases and conversations',
    params: BotParams,
    answer: z.object({ tests: z.array(BotTest) }),
  }),
  saveTest: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/tests`,
    summary: 'Save a test phrase or conversation',
    audit: leaves('bot_test', 'edit'),
    params: BotParams,
    body: BotTestSave,
    answer: BotTest,
  }),
  runTests: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/tests/run`,
    summary: 'Run the saved tests against the version that serves, without a training',
    audit: leavesNothing('it reads, and keeps no result'),
    perMinute: 20,
    params: BotParams,
    answer: z.object({ versionId: Id, versionNumber: z.number(), tests: z.array(TestResult) }),
  }),
  removeTest: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'DELETE',
    path: `${base}/tests/:testId`,
    summary: 'Delete a saved test',
    audit: leaves('bot_test', 'delete'),
    params: BotParams.extend({ testId: Id }),
    answer: z.null(),
  }),
  /** Multipart: `file`. New intents without a story of their own go into the story Imported. */
  importData: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/import`,
    summary: 'Read training data from a file: CSV, XLSX, JSON, Rasa YAML or Markdown or a zip of a Rasa project, or a Dialogflow ES export',
    audit: leaves('bot_data', 'import'),
    perMinute: 20,
    params: BotParams,
    answer: ImportOutcome,
  }),
  startExample: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/example`,
    summary: 'Put an example into a bot, with stories, intents, entities and answers, and train it; what the bot has stays',
    audit: leaves('bot_data', 'import'),
    perMinute: 20,
    params: BotParams,
    body: z.object({ example: z.enum(botExamples), language: z.enum(botLanguages).default('en') }),
    answer: ImportOutcome.omit({ format: true }),
  }),
  exportData: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/export`,
    summary: 'Training data as CSV, XLSX (up to 50,000 rows) or JSON; the link carries x-access-id',
    audit: leaves('bot_data', 'export'),
    access: 'public',
    perMinute: 60,
    params: BotParams,
    query: z.object({
      format: z.enum(exportFormats).default('csv'),
      part: z.enum(exportParts).default('intents'),
      'x-access-id': z.string().max(500).default(''),
    }),
  }),
  map: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/map`,
    summary: 'Stories, intents, parameters and answers at a glance',
    params: BotParams,
    answer: BotMap,
  }),
  unanswered: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${base}/unanswered`,
    summary: 'Messages of the last days that found no answer, grouped by likeness',
    params: BotParams,
    query: z.object({ days: formNumber(1, 90).default(30), includeTryIt: formBoolean.default(false) }),
    answer: z.object({ groups: z.array(UnansweredGroup), messageCount: z.number() }),
  }),
  resolve: defineEndpoint({
    ...common,
    access: builderPermissions,
    method: 'POST',
    path: `${base}/unanswered`,
    summary: 'Put unanswered messages into an intent, into a new one, into the knowledge base, or leave them out from now on',
    audit: leaves('unanswered', 'edit'),
    params: BotParams,
    body: z.object({
      turnIds: z.array(Id).min(1).max(500),
      action: z.enum(['intent', 'newIntent', 'knowledge', 'ignore']),
      /** `intent` only. */
      intentId: z.union([Id, z.literal('')]).default(''),
      /** `newIntent` only, with the story it goes into. */
      name: text(200).default(''),
      storyId: z.union([Id, z.literal('')]).default(''),
      /** `knowledge` only. */
      text: text(50_000).default(''),
    }),
    answer: z.object({ resolvedCount: z.number(), phrasesAdded: z.number() }),
  }),
};
