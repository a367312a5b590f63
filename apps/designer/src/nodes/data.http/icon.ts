export { IconBrowserShare as Icon } from '@tabler/icons-react';
