/** What other domains use of broadcasts and campaigns. */

// For the demo's history.
export { approveActivity, rejectActivity, submitActivity } from './activity/activity.decide.ts';
export { commentOn, createActivity } from './activity/activity.service.ts';
export { startByPerson } from './activity/activity.start.ts';
// Reports name the statuses of a delivery as the broadcasts' own screens do.
export { deliveryStatusOf } from './broadcast/broadcast.query.ts';
export { cancelBroadcast, sendBroadcast } from './broadcast/broadcast.service.ts';
// The dashboard counts those that send now.
export { countRunning } from './campaign/campaign.query.ts';
export { createCampaign } from './campaign/campaign.service.ts';

// What a price of messages to a country is asked by.

export { addressIn } from './activity/activity.cost.ts';

// Which campaign a stream is begun by, and what answers it.

export { accessCampaign, nameCampaigns } from './campaign/campaign.access.ts';
export { type CampaignReached, campaignsReaching } from './response/response.campaigns.ts';
