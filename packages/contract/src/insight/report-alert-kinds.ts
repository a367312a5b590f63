/** Minutes that an alert looks back. */
export const alertWindowLeast = 15;
export const alertWindowMost = 1440;
/** Alerts, and schedules, of an enterprise. */
export const reportAlertsMax = 500;
/** Users whom one alert or schedule names. */
export const reportPeopleMax = 50;

export const alertDirections = ['above', 'below'] as const;
export type AlertDirection = (typeof alertDirections)[number];
export const alertStates = ['QUIET', 'OVER'] as const;
export type AlertState = (typeof alertStates)[number];
/** `off`: its owner has switched it off; `owner`: they may not see its figure any more; `slow`: its figure takes too long */
export const alertHolds = ['', 'off', 'owner', 'slow'] as const;
export type AlertHold = (typeof alertHolds)[number];
