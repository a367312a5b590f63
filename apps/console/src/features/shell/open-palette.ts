import { spotlight } from '@mantine/spotlight';

export const openPalette = () => spotlight.open();
