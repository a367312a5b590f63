/**
 * Screens whose filters can be saved, with the parameters of their addresses that are: days stay those of today, and what names one person, such
 * as a number, is never kept.
 */
export const screenFilterKeys = {
  deliveryReport: ['channelId', 'source', 'status', 'noReceipt'],
  chatAnalytics: ['departmentId', 'agentId', 'channelId', 'labelId', 'hours', 'sandbox', 'compare'],
  chatHistory: ['agentId', 'departmentId', 'channelId', 'labelId', 'state', 'missedReason', 'rating'],
  speechReport: ['source', 'channelId', 'journeyId', 'language', 'status', 'below', 'sandbox'],
  formAnswers: ['face', 'environment'],
} as const;
export type FilterScreen = keyof typeof screenFilterKeys;
export const filterScreens = Object.keys(screenFilterKeys) as [FilterScreen, ...FilterScreen[]];

/** Most filters of a user on one screen. */
export const screenFiltersMax = 50;
