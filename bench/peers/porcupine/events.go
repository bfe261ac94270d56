package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

// A call is an operation as it was invoked. Arguments and results stay small: integers where the
// type has integers, strings for keys and values of the key-value store.
type call struct {
	method string
	key    string
	text   string
	a, b   int
}

// A reply is what an operation returned. An operation that never returned, or whose result nobody
// saw, has unknown set: any result will do.
type reply struct {
	unknown bool
	none    bool // JSON's null
	number  int  // booleans are 0 and 1
	text    string
}

type history struct {
	kind   string // set, register, kv, queue or stack
	events []porcupine.Event
}

// readHistories reads the interchange of the benchmark: TAB-separated lines
//
//	history TYPE OPERATIONS
//	call ID SESSION METHOD ARGUMENT…
//	return ID [RESULT]
//
// in the order of events, values as JSON. A call without a return is pending: Porcupine has no
// such thing, so it returns at the end with an unknown result.
func readHistories(input io.Reader) ([]history, error) {
	var histories []history
	var open map[int]bool
	scanner := bufio.NewScanner(input)
	scanner.Buffer(make([]byte, 1<<20), 1<<26)
	finish := func() {
		if len(histories) == 0 {
			return
		}
		last := &histories[len(histories)-1]
		for _, id := range slices.Sorted(maps.Keys(open)) {
			last.events = append(last.events, porcupine.Event{Kind: porcupine.ReturnEvent, Id: id, Value: reply{unknown: true}})
		}
	}
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		if fields[0] == "history" {
			finish()
			size, err := strconv.Atoi(fields[2])
			if err != nil {
				return nil, err
			}
			histories = append(histories, history{kind: fields[1], events: make([]porcupine.Event, 0, 2*size)})
			open = make(map[int]bool)
			continue
		}
		current := &histories[len(histories)-1]
		id, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, err
		}
		switch fields[0] {
		case "call":
			session, err := strconv.Atoi(fields[2])
			if err != nil {
				return nil, err
			}
			value, err := parseCall(current.kind, fields[3], fields[4:])
			if err != nil {
				return nil, err
			}
			open[id] = true
			current.events = append(current.events, porcupine.Event{ClientId: session, Kind: porcupine.CallEvent, Id: id, Value: value})
		case "return":
			value, err := parseReply(fields[2:])
			if err != nil {
				return nil, err
			}
			delete(open, id)
			current.events = append(current.events, porcupine.Event{Kind: porcupine.ReturnEvent, Id: id, Value: value})
		default:
			return nil, fmt.Errorf("unknown line: %s", scanner.Text())
		}
	}
	finish()
	return histories, scanner.Err()
}

func parseCall(kind, method string, args []string) (call, error) {
	parsed := call{method: method}
	if kind == "kv" {
		if err := json.Unmarshal([]byte(args[0]), &parsed.key); err != nil {
			return parsed, err
		}
		if len(args) > 1 {
			return parsed, json.Unmarshal([]byte(args[1]), &parsed.text)
		}
		return parsed, nil
	}
	for i, into := range []*int{&parsed.a, &parsed.b} {
		if i < len(args) {
			number, err := strconv.Atoi(args[i])
			if err != nil {
				return parsed, err
			}
			*into = number
		}
	}
	return parsed, nil
}

func parseReply(result []string) (reply, error) {
	if len(result) == 0 {
		return reply{unknown: true}, nil
	}
	switch text := result[0]; {
	case text == "null":
		return reply{none: true}, nil
	case text == "true":
		return reply{number: 1}, nil
	case text == "false":
		return reply{}, nil
	case text[0] == '"':
		var parsed reply
		return parsed, json.Unmarshal([]byte(text), &parsed.text)
	default:
		number, err := strconv.Atoi(text)
		return reply{number: number}, err
	}
}
