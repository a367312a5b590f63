export const documentFormat = 'parley.journey';
export const formatVersion = 1;
