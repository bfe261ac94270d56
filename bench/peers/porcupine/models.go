package main

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/anishathalye/porcupine"
)

// modelOf gives the Porcupine model of a type, with or without partition by key.
func modelOf(kind string, partition bool) (porcupine.Model, error) {
	switch kind {
	case "set":
		if partition {
			return oneElement, nil
		}
		return wholeSet, nil
	case "kv":
		if !partition {
			return porcupine.Model{}, fmt.Errorf("kv is only modelled key by key")
		}
		return oneKey, nil
	case "register":
		return casRegister, nil
	case "queue":
		return fifo, nil
	case "stack":
		return lifo, nil
	}
	return porcupine.Model{}, fmt.Errorf("no model of type %s", kind)
}

// mix spreads the bits of a number, for hashes.
func mix(number uint64) uint64 {
	number *= 0x9e3779b97f4a7c15
	return number ^ number>>32
}

// groupBy splits events by what `of` says about the call of their operation.
func groupBy[K comparable](of func(call) K) func([]porcupine.Event) [][]porcupine.Event {
	return func(events []porcupine.Event) [][]porcupine.Event {
		group := make(map[K]int)
		groupOf := make(map[int]int)
		var groups [][]porcupine.Event
		for _, event := range events {
			if event.Kind == porcupine.CallEvent {
				key := of(event.Value.(call))
				index, known := group[key]
				if !known {
					index = len(groups)
					group[key] = index
					groups = append(groups, nil)
				}
				groupOf[event.Id] = index
			}
			index := groupOf[event.Id]
			groups[index] = append(groups[index], event)
		}
		return groups
	}
}

// stepElement is the set as seen by one of its elements.
func stepElement(present bool, method string, output reply) (bool, bool) {
	observed := output.number == 1
	switch method {
	case "add":
		return output.unknown || observed == !present, true
	case "remove":
		return output.unknown || observed == present, false
	default: // contains
		return output.unknown || observed == present, present
	}
}

var oneElement = porcupine.Model{
	PartitionEvent: groupBy(func(c call) int { return c.a }),
	Init:           func() any { return false },
	Step: func(state, input, output any) (bool, any) {
		return stepElement(state.(bool), input.(call).method, output.(reply))
	},
}

// wholeSet keeps the elements, all below 64, in one word: the cheapest state there is.
var wholeSet = porcupine.Model{
	Init: func() any { return uint64(0) },
	Step: func(state, input, output any) (bool, any) {
		elements, c := state.(uint64), input.(call)
		bit := uint64(1) << c.a
		ok, present := stepElement(elements&bit != 0, c.method, output.(reply))
		if present {
			return ok, elements | bit
		}
		return ok, elements &^ bit
	},
	Hash: func(state any) uint64 { return mix(state.(uint64)) },
}

var seed = maphash.MakeSeed()

var oneKey = porcupine.Model{
	PartitionEvent: groupBy(func(c call) string { return c.key }),
	Init:           func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		value, c, out := state.(string), input.(call), output.(reply)
		switch c.method {
		case "put":
			return true, c.text
		case "append":
			return true, value + c.text
		default: // get
			return out.unknown || out.text == value, value
		}
	},
	Hash: func(state any) uint64 { return maphash.String(seed, state.(string)) },
}

const unset = -1

var casRegister = porcupine.Model{
	Init: func() any { return unset },
	Step: func(state, input, output any) (bool, any) {
		value, c, out := state.(int), input.(call), output.(reply)
		switch c.method {
		case "write":
			return true, c.a
		case "cas":
			if value == c.a {
				return out.unknown || out.number == 1, c.b
			}
			return out.unknown || out.number == 0, value
		default: // read
			return out.unknown || (out.none && value == unset) || (!out.none && out.number == value), value
		}
	},
	Hash: func(state any) uint64 { return mix(uint64(state.(int))) },
}

var fifo = porcupine.Model{
	Init: func() any { return []int(nil) },
	Step: func(state, input, output any) (bool, any) {
		queue, c, out := state.([]int), input.(call), output.(reply)
		if c.method == "offer" {
			return true, append(slices.Clip(queue), c.a)
		}
		if len(queue) == 0 { // poll
			return out.unknown || out.none, queue
		}
		return out.unknown || (!out.none && out.number == queue[0]), queue[1:]
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]int), b.([]int)) },
	Hash: func(state any) uint64 {
		var hash uint64
		for _, value := range state.([]int) {
			hash = mix(hash ^ uint64(value))
		}
		return hash
	},
}

// A node is the top of an immutable stack.
type node struct {
	value int
	below *node
	hash  uint64
}

func hashOf(top *node) uint64 {
	if top == nil {
		return 0
	}
	return top.hash
}

var lifo = porcupine.Model{
	Init: func() any { return (*node)(nil) },
	Step: func(state, input, output any) (bool, any) {
		top, c, out := state.(*node), input.(call), output.(reply)
		if c.method == "push" {
			return true, &node{c.a, top, mix(hashOf(top) ^ uint64(c.a))}
		}
		if top == nil { // pop
			return out.unknown || out.none, top
		}
		return out.unknown || (!out.none && out.number == top.value), top.below
	},
	Equal: func(a, b any) bool {
		x, y := a.(*node), b.(*node)
		for x != y {
			if x == nil || y == nil || x.value != y.value {
				return false
			}
			x, y = x.below, y.below
		}
		return true
	},
	Hash: func(state any) uint64 { return hashOf(state.(*node)) },
}
