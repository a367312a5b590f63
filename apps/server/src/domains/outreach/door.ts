/** The interface of broadcasts and campaigns for other domains. */

export { commentOn, createActivity } from './activity/activity.service.ts';
// The dashboard counts those that wait for somebody.
export { countIterations } from './activity/seen.repository.ts';
// Reports name the statuses of a delivery as the broadcasts' own screens do.
export { deliveryStatusOf } from './broadcast/broadcast.query.ts';
export { cancelBroadcast, sendBroadcast } from './broadcast/broadcast.service.ts';
export { createCampaign } from './campaign/campaign.service.ts';
// The dashboard counts those that send now.
export { countRunning } from './campaign/seen.repository.ts';
// Reports lead from a message to the iteration that has sent it.
export { findFallbackRun, iterationsOf } from './row/runs.repository.ts';
// Used by the demo's history.
export { approveActivity, rejectActivity, submitActivity } from './run/activity.decide.ts';
export { startByPerson } from './run/activity.start.ts';

// Short addresses that somebody asks for, and programs that open addresses before people do.

export { seenAs } from './link/previewers.ts';
export { makeUrlLinks } from './link/url-link.ts';

// The address that stands for a country when prices are looked up.

export { addressIn } from './plan/activity.cost.ts';

// The campaign that starts a stream, and the campaigns that a message answers.

export { type CampaignReached, campaignsReaching } from './response/response.campaigns.ts';
export { accessCampaign } from './row/campaign.access.ts';
export { nameCampaigns } from './row/campaign.repository.ts';

// Pages that the messages of an iteration lead to, one for each recipient.

export { addressPage, leadsToPages, type PageRoad, pageRoads } from './page/plan.page.ts';
