/** 0.9342 → '93.4 %'. @param ratio 0 to 1 */
export const showRatio = (ratio: number, digits = 1): string => `${(ratio * 100).toFixed(digits)} %`;
