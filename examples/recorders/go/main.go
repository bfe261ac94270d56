package main

import (
	"encoding/json"
	"errors"
	"os"
	"sync"
)

// Operation has the fields of a porcupine.Operation, and Event those of a porcupine.Event.
type Operation struct {
	ClientId int
	Input    any
	Call     int64
	Output   any
	Return   int64
}
type Event struct {
	ClientId int
	Kind     bool
	Value    any
	Id       int
}

// Three clients of a map that one lock guards; what the third puts at last times out.
func main() {
	var lock sync.Mutex
	held := map[string]any{}
	put := func(key string, value any) (any, error) {
		lock.Lock()
		defer lock.Unlock()
		old := held[key]
		held[key] = value
		return old, nil
	}
	rec := NewRecorder(os.Stdout, "map")
	var done sync.WaitGroup
	for client := 0; client < 3; client++ {
		done.Add(1)
		go func(client int) {
			defer done.Done()
			session := &Session{Name: string(rune('a' + client))}
			for i := 0; i < 20; i++ {
				value := 100*client + i
				rec.Call(session, "put", []any{"x", value}, func() (any, error) { return put("x", value) })
				rec.Call(session, "get", []any{"x"}, func() (any, error) {
					lock.Lock()
					defer lock.Unlock()
					return held["x"], nil
				})
			}
			if client == 2 {
				rec.Call(session, "put", []any{"x", -1}, func() (any, error) { return nil, errors.New("timed out") })
				rec.Call(session, "put", []any{"y", 1}, func() (any, error) { return put("y", 1) })
			}
		}(client)
	}
	done.Wait()
	if len(os.Args) < 3 {
		return
	}
	input := map[string]any{"op": "put", "key": "x", "value": "1"}
	read := map[string]any{"op": "get", "key": "x"}
	write(os.Args[1], []Operation{{0, input, 0, nil, 10}, {1, read, 5, map[string]any{"value": "1"}, 15}})
	write(os.Args[2], []Event{{0, false, input, 0}, {1, false, read, 1}, {0, true, nil, 0}, {1, true, "1", 1}})
}

func write(path string, value any) {
	text, err := json.Marshal(value)
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		panic(err)
	}
}
