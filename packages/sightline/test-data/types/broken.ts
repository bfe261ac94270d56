export const init = ( => 0;
