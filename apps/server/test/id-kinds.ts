import type { Field } from './samples.ts';

/** Which kind of record a field names; the first that fits. */
const kinds: readonly [RegExp, string][] = [
  [/^(agentId|botId)$/, 'bot'],
  [/^(templateUId|templateId)$/, 'template'],
  [/^channelIds?$/, 'sender'],
  [/^(segmentId|tags|tagIds|labelIds)$/, 'label'],
  [/^(groups?|groupIds?|setIds)$/, 'group'],
  [/^customerIds?$/, 'customer'],
  [/^(keepId|mergeId)$/, 'customer'],
  [/^(storyId|parentId)$/, 'story'],
  [/^intentIds?$/, 'intent'],
  [/^entityId$/, 'entity'],
  [/^(openaiKey|genAiConfigId|integrationId)$/, 'integration'],
  [/^(fileId|profilePic|path|url|resourceUrl)$/, 'file'],
  [/^bucketId$/, 'bucket'],
  [/^artifactIds?$/, 'artifact'],
  [/^(chatId|resourceId)$/, 'chat'],
  [/^turnIds?$/, 'turn'],
  [/^sessionId$/, 'botSession'],
  [/^uploadId$/, 'upload'],
  [/^deliveryId$/, 'webhook'],
  [/^(userId|uId|exempt|users|manager|heir|chats|offers|broadcasts|campaigns|invitations|keys)$/, 'user'],
  [/^(deptIds?|departments|fallback|moveTo)$/, 'department'],
  [/^_id$/, 'attribute'],
  [/^campaignId$/, 'campaign'],
  [/^activityIds?$/, 'activity'],
  [/^filterId$/, 'filter'],
];
/** What `id` and `ids` of a body mean, by the noun of the call. */
const nouns: Record<string, string> = {
  bots: 'bot',
  stories: 'story',
  intents: 'intent',
  entities: 'entity',
  training: 'test',
  insights: 'rule',
  notifications: 'notification',
  phoneBook: 'customer',
  attributes: 'attribute',
  integrations: 'integration',
  relays: 'relay',
};

export const lastName = ({ path }: Pick<Field, 'path'>) => String(path.findLast((part) => typeof part === 'string') ?? '');
/** What is a uuid by its schema, and texts that name a record; other texts are the vendors' own ids. */
export const isId = (field: Field) => field.schema.format === 'uuid' || kinds.some(([pattern]) => pattern.test(lastName(field)));
export const kindOf = (noun: string, field: Field) => kinds.find(([pattern]) => pattern.test(lastName(field)))?.[1] ?? nouns[noun];

/** Kinds of record that a parameter of a path may name. */
export const pathKinds: Record<string, readonly string[]> = {
  sessionId: ['session', 'botSession'],
  erasureId: ['erasure'],
  userId: ['user'],
  invitationId: ['invitation'],
  departmentId: ['department'],
  factorId: ['factor'],
  webhookId: ['webhook'],
  deliveryId: ['webhook'],
  keyId: ['apiKey'],
  connectionId: ['connection'],
  versionId: ['version', 'trainedVersion'],
  fileId: ['file', 'artifactFile'],
  channelId: ['channel', 'sender'],
  artifactId: ['artifact'],
  bucketId: ['bucket'],
  entryId: ['blacklistEntry'],
  chatId: ['chat'],
  attributeId: ['attribute'],
  customerId: ['customer'],
  setId: ['group', 'label'],
  filterId: ['filter'],
  bulkId: ['bulk'],
  uploadId: ['upload'],
  agentId: ['bot'],
  storyId: ['story'],
  intentId: ['intent'],
  entityId: ['entity'],
  sourceId: ['note'],
  integrationId: ['integration'],
  trainingId: ['training'],
  testId: ['test'],
  turnId: ['turn'],
  ruleId: ['rule'],
  templateId: ['template'],
  campaignId: ['campaign'],
  activityId: ['activity'],
};
