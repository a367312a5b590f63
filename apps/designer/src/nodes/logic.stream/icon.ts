export { IconBrandCodesandbox as Icon } from '@tabler/icons-react';
