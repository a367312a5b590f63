/** Vendors as channel forms name them, with the specification's codes (CHAN-007 to 009). meta and telegram are spoken directly behind twixormcmi. */
export const vendorCodes = {
  karix: 0,
  karixRCM: 1,
  smsKarixRcm: 1,
  sap365: 4,
  kaleyra: 5,
  sinch: 6,
  routeMobile: 7,
  twixormcmi: 8,
  airtel: 9,
  mailchimp: 10,
  vi: 11,
  ngn: 12,
  ttbs: 13,
  dotgohub: 14,
  smsportal: 15,
  jio: 16,
  syniverse: 17,
  tanla: 18,
  mobeep: 19,
} as const;
export type VendorName = keyof typeof vendorCodes;
export const vendorNames = Object.keys(vendorCodes) as VendorName[];
