/**
 * Immutable weight-balanced trees (Adams 1993, with the constants of Hirai and Yamamoto 2011): an
 * update copies the path from the root, O(log n) nodes, and shares all the rest with the old tree.
 * `persistent-map.ts` orders them by key, `persistent-sequence.ts` by position.
 */
export interface Node<Item> {
  readonly item: Item;
  readonly left: Tree<Item>;
  readonly right: Tree<Item>;
  /** The number of items in this tree. */
  readonly size: number;
}

/** A tree; `undefined` is the empty one. */
export type Tree<Item> = Node<Item> | undefined;

/** The number of items. */
export const sizeOf = <Item>(tree: Tree<Item>): number => (tree === undefined ? 0 : tree.size);

/** A tree of two subtrees that balance each other already. */
export function node<Item>(left: Tree<Item>, item: Item, right: Tree<Item>): Node<Item> {
  return { item, left, right, size: sizeOf(left) + sizeOf(right) + 1 };
}

const heavier = 3; // a subtree may weigh at most 3 times its sibling
const single = 2; // one rotation suffices while the inner grandchild weighs less than 2 times the outer

const tooHeavy = (a: number, b: number): boolean => a + 1 > heavier * (b + 1);

/** A tree of two subtrees of which one has just gained or lost one item. */
export function balance<Item>(left: Tree<Item>, item: Item, right: Tree<Item>): Node<Item> {
  if (right !== undefined && tooHeavy(right.size, sizeOf(left))) {
    const inner = right.left;
    if (inner === undefined || inner.size + 1 < single * (sizeOf(right.right) + 1))
      return node(node(left, item, inner), right.item, right.right);
    return node(node(left, item, inner.left), inner.item, node(inner.right, right.item, right.right));
  }
  if (left !== undefined && tooHeavy(left.size, sizeOf(right))) {
    const inner = left.right;
    if (inner === undefined || inner.size + 1 < single * (sizeOf(left.left) + 1))
      return node(left.left, left.item, node(inner, item, right));
    return node(node(left.left, left.item, inner.left), inner.item, node(inner.right, item, right));
  }
  return node(left, item, right);
}

/** The item at a position 0, 1, …, size - 1. */
export function itemAt<Item>(tree: Node<Item>, position: number): Item {
  let at: Node<Item> = tree;
  let skip = position;
  for (;;) {
    const before = sizeOf(at.left);
    if (skip === before) return at.item;
    if (skip < before) at = at.left as Node<Item>;
    else {
      skip -= before + 1;
      at = at.right as Node<Item>;
    }
  }
}

/** The tree with the item put before the one at `position`, or at the end. */
export function insertAt<Item>(tree: Tree<Item>, position: number, item: Item): Node<Item> {
  if (tree === undefined) return node(undefined, item, undefined);
  const before = sizeOf(tree.left);
  return position <= before
    ? balance(insertAt(tree.left, position, item), tree.item, tree.right)
    : balance(tree.left, tree.item, insertAt(tree.right, position - before - 1, item));
}

/** The tree without the item at `position`. */
export function removeAt<Item>(tree: Node<Item>, position: number): Tree<Item> {
  const before = sizeOf(tree.left);
  if (position < before) return balance(removeAt(tree.left as Node<Item>, position), tree.item, tree.right);
  if (position > before)
    return balance(tree.left, tree.item, removeAt(tree.right as Node<Item>, position - before - 1));
  return removeRoot(tree);
}

/** The tree without the item at its root. */
export function removeRoot<Item>(tree: Node<Item>): Tree<Item> {
  const { left, right } = tree;
  if (left === undefined) return right;
  if (right === undefined) return left;
  return left.size > right.size
    ? balance(removeAt(left, left.size - 1), itemAt(left, left.size - 1), right)
    : balance(left, itemAt(right, 0), removeAt(right, 0));
}

/** Visits all items in order. */
export function walk<Item>(tree: Tree<Item>, visit: (item: Item) => void): void {
  if (tree === undefined) return;
  walk(tree.left, visit);
  visit(tree.item);
  walk(tree.right, visit);
}
