export { IconHeadset as Icon } from '@tabler/icons-react';
