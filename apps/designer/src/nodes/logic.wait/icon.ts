export { IconHourglass as Icon } from '@tabler/icons-react';
