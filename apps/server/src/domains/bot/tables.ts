import { ownTables } from '../domain.ts';

export const botTables = ownTables({
  tables: [
    'bots',
    'stories',
    'intents',
    'utterances',
    'entities',
    'knowledgeSources',
    'knowledgePassages',
    'knowledgeEmbeddings',
    'passageVectors',
    'botTrainings',
    'botVersions',
    'botVersionParts',
    'botTests',
    'botTools',
    'botToolCalls',
    'botSessions',
    'botTurns',
    'classificationRules',
  ],
  grantedReads: {
    knowledgeSources: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
    intents: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
    bots: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
  },
});
