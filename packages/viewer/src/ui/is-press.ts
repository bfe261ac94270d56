/** Whether a key presses a button. */
export const isPress = (event: KeyboardEvent): boolean => {
  if (event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault();
  return true;
};
