/** What other domains use of broadcasts. */

// Reports name the statuses of a delivery as the broadcasts' own screens do.
export { deliveryStatusOf } from './broadcast/broadcast.query.ts';
