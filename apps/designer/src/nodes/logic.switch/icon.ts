export { IconRouteAltLeft as Icon } from '@tabler/icons-react';
