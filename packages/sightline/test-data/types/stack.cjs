// CommonJS: a module.exports that is the class.
module.exports = class Pile {
  constructor() {
    this.items = [];
  }
  push(item) {
    this.items.push(item);
  }
  pop() {
    return this.items.pop();
  }
};
