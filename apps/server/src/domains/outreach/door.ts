/** What other domains use of broadcasts. */

// Reports name the statuses of a delivery as the broadcasts' own screens do.
export { deliveryStatusOf } from './broadcast/broadcast.query.ts';

// For the demo's history.
export { cancelBroadcast, sendBroadcast } from './broadcast/broadcast.service.ts';
